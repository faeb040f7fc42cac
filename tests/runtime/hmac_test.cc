#include "rnem/runtime/hmac.h"

#include <gtest/gtest.h>

namespace rnem::runtime {
namespace {

// FIPS 180-4's examples, and a length at which the padding needs a block of its own
TEST(Sha256, GivesThePublishedDigests) {
  EXPECT_EQ(hex(bytes_of(sha256("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(bytes_of(sha256(""))),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(bytes_of(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// RFC 4231, cases 2 and 6 (a key longer than a block)
TEST(Hmac, GivesThePublishedCodes) {
  EXPECT_EQ(hex(bytes_of(hmac_sha256("Jefe", "what do ya want for nothing?"))),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hex(bytes_of(hmac_sha256(std::string(131, '\xaa'),
                                     "Test Using Larger Than Block-Size Key - Hash Key First"))),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Hmac, DigestsAreTheSameOnlyWhole) {
  EXPECT_TRUE(same_digest("abc", "abc"));
  EXPECT_FALSE(same_digest("abc", "abd"));
  EXPECT_FALSE(same_digest("abc", "ab"));
  EXPECT_NE(secret_bytes(16), secret_bytes(16));
}

}  // namespace
}  // namespace rnem::runtime
