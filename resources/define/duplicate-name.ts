/**
 * The first name that an object of a JSON text holds twice, or null; parsers differ in which of the two they take.
 * Expects valid JSON.
 */
export function duplicateName(json: string): string | null {
  const open: (Set<string> | null)[] = []
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{') {
      open.push(new Set())
      isName = true
    } else if (sign === '[') {
      open.push(null)
      isName = false
    } else if (sign === '}' || sign === ']') {
      open.pop()
      isName = false
    } else if (sign === ',') {
      isName = Boolean(open.at(-1))
    } else if (sign === '"') {
      const end = endOfText(json, at)
      const names = open.at(-1)
      if (isName && names) {
        const name: string = JSON.parse(json.slice(at, end + 1))
        if (names.has(name)) return name
        names.add(name)
      }
      isName = false
      at = end
    }
  }
  return null
}

/** The index of the closing quote of the text that begins at `from`. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return json.length
}
