import { SaxesParser } from 'saxes'

/** An element: its name, its text (null for none), its children, and its attributes. */
type Written = readonly [
  name: string,
  content: string | readonly (Written | null)[],
  attributes?: Record<string, string>,
]
export type XmlElement = Written

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, found => escapes[found]!)

/** Writes an element with its children; null children are left out. */
export function writeXml([name, content, attributes = {}]: XmlElement): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inner =
    typeof content === 'string' ? escaped(content) : content.map(child => (child ? writeXml(child) : '')).join('')
  return `<${name}${head.join('')}>${inner}</${name}>`
}

/** An element that was read: its name without prefix, its text, and its children. */
export interface XmlNode {
  name: string
  text: string
  children: XmlNode[]
}

/** Reads a document; returns its root. Throws Error for what is no well-formed XML, half an answer included. */
export function readXml(text: string): XmlNode {
  const root: XmlNode = { name: '', text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const node: XmlNode = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] }
    open.at(-1)!.children.push(node)
    open.push(node)
  })
  parser.on('text', piece => {
    open.at(-1)!.text += piece
  })
  parser.on('closetag', () => open.pop())
  parser.write(text).close()
  return root.children[0]!
}

/** The first element on a path of names below a node; undefined where there is none. */
export const nodeAt = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((at, name) => at?.children.find(child => child.name === name), node)

/** The trimmed text of the element on a path of names; empty where there is none. */
export const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string =>
  nodeAt(node, ...path)?.text.trim() ?? ''
