"""What people have as frames, as NumPy arrays."""
from typing import Any, Optional

import numpy as np


def as_array(values: Any) -> Optional[np.ndarray]:
    """The values as an array, over their own memory where they offer it. None stays None."""
    if values is None or isinstance(values, np.ndarray):
        return values
    if hasattr(values, "__dlpack__"):
        try:
            return np.from_dlpack(values)
        except (BufferError, RuntimeError, TypeError):
            pass  # a type or device that NumPy does not take this way
    return np.asarray(values)
