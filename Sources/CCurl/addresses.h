// Whether an address is one of the public internet.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/// False for addresses of this machine, of private and local networks, and for those that are not for hosts
/// (the registries of special-purpose addresses, RFC 6890, with their later entries).
static inline bool is_public_ipv4(uint32_t address) {
  static const struct { uint32_t network; int bits; } special[] = {
    {0x00000000, 8},   // this network
    {0x0A000000, 8},   // private
    {0x64400000, 10},  // shared by the customers of a provider
    {0x7F000000, 8},   // loopback
    {0xA9FE0000, 16},  // link-local
    {0xAC100000, 12},  // private
    {0xC0000000, 24},  // protocol assignments
    {0xC0A80000, 16},  // private
    {0xC6120000, 15},  // benchmarks
    {0xE0000000, 3},   // multicast, reserved, broadcast
  };
  for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
    if ((address ^ special[i].network) >> (32 - special[i].bits) == 0) return false;
  }
  return true;
}

/// Like `is_public_ipv4`; an IPv6 address that contains an IPv4 address is as public as that.
static inline bool is_public_ipv6(const uint8_t address[16]) {
  static const uint8_t zeros[12] = {0}, mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  static const uint8_t nat64[12] = {0x00, 0x64, 0xFF, 0x9B};
  const uint8_t *ipv4 = NULL;
  if (memcmp(address, zeros, 12) == 0 || memcmp(address, mapped, 12) == 0 || memcmp(address, nat64, 12) == 0) {
    ipv4 = address + 12;
  } else if (address[0] == 0x20 && address[1] == 0x02) {
    ipv4 = address + 2;  // 6to4
  }
  if (ipv4) {
    return is_public_ipv4((uint32_t)ipv4[0] << 24 | (uint32_t)ipv4[1] << 16 | (uint32_t)ipv4[2] << 8 | ipv4[3]);
  }
  // Unicast addresses of the internet are in 2000::/3. The rest is local (fe80::/10, fc00::/7), multicast or reserved.
  return (address[0] & 0xE0) == 0x20;
}

static inline bool is_public_address(const struct sockaddr *address) {
  switch (address->sa_family) {
  case AF_INET: return is_public_ipv4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
  case AF_INET6: return is_public_ipv6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
  default: return false;
  }
}
