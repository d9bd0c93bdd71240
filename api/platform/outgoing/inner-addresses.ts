import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

function ranges(family: Family, ...subnets: [address: string, prefix: number][]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family)
  return list
}

/** Addresses of machines of our own: loopback, and what no router of the internet passes on. */
const inner = {
  ipv4: ranges('ipv4', ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16]),
  ipv6: ranges('ipv6', ['::1', 128], ['fc00::', 7]),
}

/** Addresses at which no service of anybody is found: unspecified, link-local, multicast, reserved, or another in disguise. */
const reserved = {
  ipv4: ranges(
    'ipv4',
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ),
  ipv6: ranges(
    'ipv6',
    ['::', 128],
    // IPv4 addresses written as IPv6, by which one of the lists above would be passed over.
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2002::', 16],
    ['100::', 64],
    ['2001:db8::', 32],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ),
}

/** What may be called at an address: all may be at one of the internet, at an inner one what is ours, at others nothing. */
export function reachOf(address: string): 'internet' | 'inner' | 'nothing' {
  const plain = address.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return 'nothing'
  const family: Family = version === 4 ? 'ipv4' : 'ipv6'
  if (reserved[family].check(plain, family)) return 'nothing'
  return inner[family].check(plain, family) ? 'inner' : 'internet'
}
