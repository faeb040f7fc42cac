"""Reads a TensorBoard event file with nothing but the standard library and prints what it holds.

An implementation of its own: records and their checksums bit by bit, protocol buffers field by
field. Exits with 1 and a line on anything that a strict reader would refuse.
"""
import struct
import sys
import zlib


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def check_masked(data, stored, what):
    crc = crc32c(data)
    masked = (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF
    if masked != stored:
        sys.exit(f"checksum of a record's {what} is wrong")


def records(data):
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        check_masked(data[at:at + 8], struct.unpack_from("<I", data, at + 8)[0], "length")
        body = data[at + 12:at + 12 + length]
        if len(body) != length:
            sys.exit("the last record is cut off")
        check_masked(body, struct.unpack_from("<I", data, at + 12 + length)[0], "data")
        yield body
        at += 16 + length


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """{field number: [values]} of a message."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<d", data, at)[0], at + 8
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        elif kind == 5:
            value, at = struct.unpack_from("<f", data, at)[0], at + 4
        else:
            sys.exit(f"wire type {kind}")
        found.setdefault(key >> 3, []).append(value)
    return found


def check_png(data, width, height):
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit("a picture is not a PNG")
    if struct.unpack_from(">II", data, 16) != (width, height):
        sys.exit("a picture's size is not what its event says")
    if zlib.crc32(data[12:29]) != struct.unpack_from(">I", data, 29)[0]:
        sys.exit("a picture's header is damaged")


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    for number, body in enumerate(records(data)):
        event = fields(body)
        wall_time, step = event[1][0], event[2][0]
        if not 1e9 < wall_time < 1e11:
            sys.exit(f"wall time {wall_time}")
        if number == 0:
            print("version", event[3][0].decode())
        for summary in event.get(5, []):
            for value in fields(summary).get(1, []):
                value = fields(value)
                tag = value[1][0].decode()
                if 2 in value:
                    print("scalar", step, tag, f"{value[2][0]:.6g}")
                if 4 in value:
                    image = fields(value[4][0])
                    check_png(image[4][0], image[2][0], image[1][0])
                    print("image", step, tag, f"{image[2][0]}x{image[1][0]}")
        for session in event.get(7, []):
            print("session", step, fields(session)[1][0])


main()
