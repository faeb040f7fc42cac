// Own data: files that are dropped on the page or chosen.
import { el } from "./canvas.js";
import { send } from "./api.js";

/**
 * @param {{size: () => {height: number, width: number}, says: (text: string) => void,
 *   opened: (facts: any) => void, refused: (why: string) => void}} listener
 */
export function acceptFiles(listener) {
  const upload = async (/** @type {FileList | null | undefined} */ files) => {
    if (!files || files.length === 0) return;
    const body = new FormData();
    for (const file of files) body.append("file", file, file.name);
    const { height, width } = listener.size();
    listener.says(`Reading ${files[0].name} …`);
    try {
      const answer = await send(`/api/uploads?height=${height}&width=${width}`, body);
      listener.says("");
      listener.opened(await answer.json());
    } catch (error) {
      listener.says("");
      listener.refused(error instanceof Error ? error.message : String(error));
    }
  };
  el("open-file").addEventListener("click", () => el("file").click());
  el("file").addEventListener("change", () => {
    upload(el("file").files).finally(() => { el("file").value = ""; });
  });
  let inside = 0; // dragenter and dragleave come for every element on the way
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    el("drop-hint").hidden = ++inside === 0;
  });
  addEventListener("dragleave", () => { el("drop-hint").hidden = --inside <= 0; });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    inside = 0;
    el("drop-hint").hidden = true;
    upload(event.dataTransfer?.files);
  });
}
