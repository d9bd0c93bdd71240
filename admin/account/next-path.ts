/** Where to go after signing in: a path of this site, never another site, never the sign-in page itself. */
export function safeNext(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which would turn «/\t/evil» into «//evil»
  if (/[\u0000-\u001f\\]/.test(next)) return '/'
  return /^\/login(?:[/?#]|$)/.test(next) ? '/' : next
}

/** The sign-in page that leads back to `from`, a path with its query. */
export const loginPath = (from: string) => {
  const next = safeNext(from)
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`
}
