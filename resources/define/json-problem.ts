/** The most names that one object of a JSON text may hold, and how deep lists and objects may lie in each other. */
export const MOST_NAMES = 1_000
export const DEEPEST = 20

/** What makes a JSON text ambiguous or dear to read. */
export type JsonProblem = { kind: 'twice'; name: string } | { kind: 'names'; count: number } | { kind: 'depth' }

/** An object that is being read: its names, and how many these are beyond the most. */
interface Open {
  names: Set<string>
  more: number
}

/**
 * The first problem of a JSON text, or null: an object that holds a name twice, of which parsers take different ones, or
 * too many names, or that lies too deep. Expects valid JSON.
 */
export function jsonProblem(json: string): JsonProblem | null {
  const open: (Open | null)[] = []
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{' || sign === '[') {
      if (open.length === DEEPEST) return { kind: 'depth' }
      open.push(sign === '{' ? { names: new Set(), more: 0 } : null)
      isName = sign === '{'
    } else if (sign === '}' || sign === ']') {
      const closed = open.pop()
      if (closed && closed.more > 0) return { kind: 'names', count: closed.names.size + closed.more }
      isName = false
    } else if (sign === ',') {
      isName = Boolean(open.at(-1))
    } else if (sign === '"') {
      const end = endOfText(json, at)
      const object = open.at(-1)
      if (isName && object && !note(object, json.slice(at, end + 1)))
        return { kind: 'twice', name: JSON.parse(json.slice(at, end + 1)) }
      isName = false
      at = end
    }
  }
  return null
}

/** Notes a name of an object, or only counts it where there are too many anyway; returns whether it is new. */
function note(object: Open, text: string): boolean {
  if (object.names.size === MOST_NAMES) object.more++
  else {
    const name: string = JSON.parse(text)
    if (object.names.has(name)) return false
    object.names.add(name)
  }
  return true
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
