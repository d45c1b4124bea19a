#!/usr/bin/env python3
"""Checks the ICRC of RoCEv2 packets with zlib's CRC, knowing nothing of Sluice.

Standard input has one packet a line in hexadecimal, from its IP header on. The answer is a line for
each: OK, or BAD with what should stand there.
"""

import sys
import zlib


def masked(packet):
    """The octets under the check, with ones where a router may write."""
    octets = bytearray(packet)
    if octets[0] >> 4 == 4:
        header = 4 * (octets[0] & 15)
        variable = [1, 8, 10, 11]
    else:
        header = 40
        octets[0] |= 0x0F
        variable = [1, 2, 3, 7]
    for place in variable:
        octets[place] = 0xFF
    for place in (header + 6, header + 7, header + 8 + 4):
        octets[place] = 0xFF
    return b"\xff" * 8 + bytes(octets)


def main():
    for line in sys.stdin:
        packet = bytes.fromhex(line.strip())
        check = zlib.crc32(masked(packet[:-4])).to_bytes(4, "little")
        print("OK" if check == packet[-4:] else "BAD " + check.hex())


main()
