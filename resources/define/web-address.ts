/**
 * Web addresses as people write them and as they are stored: read here once, with the URL parser of browsers and the
 * server, so that nothing reads a stored text as an address in another way.
 */

/** The address in full, or null where a text is none that may be opened, called or posted to. */
export function webAddress(text: string): URL | null {
  const address = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!address || address.username || address.password || !isHostname(address.hostname)) return null
  return address.protocol === 'https:' || isLoopback(address.hostname) ? address : null
}

/** Scheme, host and port of an address; null for a text that is none. */
export const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null

/** A stored address that people may be sent to; null for one from before addresses were checked. */
export const soundAddress = (stored: string | null): string | null =>
  stored === null ? null : (webAddress(stored)?.href ?? null)

/** Whether a host is this very machine, by name or by number. */
const isLoopback = (hostname: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/.test(bare(hostname))

/** Whether an address lies on this very machine and may therefore be http; in production none does. */
export const isForTrials = (address: URL): boolean => address.protocol === 'http:' || isLoopback(address.hostname)

/** An address as it is stored; what is none stays as it was written. Placeholders such as `{lr_no}` keep their braces. */
export const normalisedAddress = (text: string): string =>
  webAddress(text.trim())?.href.replace(/%7B(\w+)%7D/gi, '{$1}') ?? text.trim()

/** Scheme, host and port of an address as they are stored; one with anything behind them stays as it was written. */
export function normalisedOrigin(text: string): string {
  const address = webAddress(text.trim())
  return address && address.href === `${address.origin}/` ? address.origin : text.trim()
}

/** Whether a text is an origin as it is stored. */
export const isOrigin = (text: string): boolean => webAddress(text)?.origin === text

/** The parts of a list of addresses, which has spaces between. */
export const addressesIn = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isHostname = (hostname: string) => HOSTNAME.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname)

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
