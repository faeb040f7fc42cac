"""Models: watching, simulating, streams."""
import numpy as np
import pytest

import rnem


def test_watching_shares_the_pixels_of_a_frame_among_components(model, clip):
    seen = model.watch(clip.frames, k=5)
    assert seen.psi.shape == (11, 5, 64, 64) and seen.psi.dtype == np.float32
    assert seen.theta.shape == (11, 5, 250) and seen.alpha.shape == (11, 5, 5)
    assert seen.tracks.shape == (11, 5, 2) and seen.start.shape == (5, 64, 64)
    np.testing.assert_allclose(seen.gamma.sum(1), 1, atol=1e-4)
    assert ((seen.masks > 0) == (clip.frames[1:] > 0)).all()
    assert "gamma [11, 5, 64, 64]" in repr(seen)


def test_noise_is_as_trained_where_it_is_none(model, clip):
    as_trained = model.watch(clip.frames, noise=None).psi
    np.testing.assert_array_equal(as_trained, model.watch(clip.frames, noise=0.2).psi)
    assert (as_trained != model.watch(clip.frames).psi).any()


def test_a_batch_has_an_axis_more(model, clip):
    both = model.watch(np.stack([clip.frames, clip.frames[::-1]]))
    alone = model.watch(clip.frames)
    assert both.psi.shape == (2, 11, 5, 64, 64)
    np.testing.assert_allclose(both.psi[0], alone.psi, atol=1e-4)


def test_simulating_goes_on_from_what_was_watched(model, clip):
    ahead = model.simulate(clip.frames, steps=5, rule="crisp")
    assert len(ahead.psi) == 16
    np.testing.assert_array_equal(ahead.psi[:11], model.watch(clip.frames).psi)
    assert (ahead.picture[-1] > 0.5).sum() > 100


def test_a_stream_equals_watching_the_whole(model, clip):
    whole = model.watch(clip.frames, k=4, noise=0.1, seed=5)
    steps = list(model.stream(iter(clip.frames), k=4, noise=0.1, seed=5))
    assert len(steps) == 11
    for t, step in enumerate(steps):
        for part in ("psi", "gamma", "theta", "alpha", "picture", "masks", "tracks"):
            np.testing.assert_array_equal(getattr(step, part), getattr(whole, part)[t])


def test_a_stream_may_be_fed_by_hand_from_one_buffer(model, clip):
    whole = model.simulate(clip.frames[:4], steps=2, rule="crisp")
    stream = model.stream(rule="crisp")
    camera = np.zeros((64, 64), np.float32)
    for frame in clip.frames[:4]:
        camera[:] = frame
        step = stream.see(camera)
    np.testing.assert_array_equal(step.psi, whole.psi[2])
    np.testing.assert_array_equal(stream.imagine().psi, whole.psi[3])
    np.testing.assert_array_equal(stream.imagine().psi, whole.psi[4])
    assert stream.steps == 5
    with pytest.raises(TypeError, match="without frames"):
        iter(stream).__next__()


def test_arrays_are_the_librarys_own_memory(model, clip):
    seen = model.watch(clip.frames[:3])
    assert not seen.psi[0].flags.owndata and seen.psi.base is not None
    seen.psi[0] = 2  # and may be written to
    exported = np.from_dlpack(seen.gamma)
    assert np.shares_memory(exported, seen.gamma)


def test_a_model_tells_about_itself_and_is_saved(model, tmp_path, clip):
    assert (model.height, model.width, model.k, model.actions) == (64, 64, 5, 0)
    assert model.parameters == 4952234 and "4,952,234" in repr(model)
    assert 'kind = "r-nem"' in model.settings
    model.save(tmp_path / "copy.safetensors")
    again = rnem.load(tmp_path / "copy.safetensors")
    np.testing.assert_array_equal(again.watch(clip.frames).psi, model.watch(clip.frames).psi)


def test_the_reference_kernels_agree(model, clip):
    plain = rnem.load("balls4", kernels="reference")
    np.testing.assert_allclose(plain.watch(clip.frames).gamma, model.watch(clip.frames).gamma,
                               atol=1e-3)


def test_numpy_keeps_its_small_numbers(model, clip):
    model.watch(clip.frames[:3])
    assert np.float32(1e-39) * np.float32(1) > 0
    assert np.finfo(np.float32).smallest_subnormal > 0


def test_threads_may_watch_at_the_same_time(model, clip):
    from concurrent.futures import ThreadPoolExecutor

    alone = model.watch(clip.frames).psi
    with ThreadPoolExecutor(3) as pool:
        for seen in pool.map(lambda _: model.watch(clip.frames), range(6)):
            np.testing.assert_allclose(seen.psi, alone, atol=1e-5)


def test_help_reads_well():
    import pydoc

    text = pydoc.render_doc(rnem, renderer=pydoc.plaintext)
    for line in ("class Model", "watch(self, frames", "load(model",
                 "What the model makes of frames [T,H,W]"):
        assert line in text, line
