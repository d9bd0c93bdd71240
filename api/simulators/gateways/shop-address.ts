const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address in full where it is one of the shop's: on one of its origins, of which the first is where it listens, or at
 * that port of this machine under another name. Null for any other, so that no address a browser sent is ever called.
 */
export function shopAddress(address: string, shops: readonly string[]): URL | null {
  const [here] = shops as [string]
  if (address === '' || !URL.canParse(address, here)) return null
  const target = new URL(address, here)
  const isHere = target.protocol === 'http:' && target.port === new URL(here).port
  const isOwn = shops.includes(target.origin) || (isHere && loopback.includes(target.hostname))
  // A path that begins with two slashes would name another host once it stands alone.
  return isOwn && !target.pathname.startsWith('//') ? target : null
}
