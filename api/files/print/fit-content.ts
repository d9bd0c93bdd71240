import { type FontRun, isPlain } from './split-by-font.ts'

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where the parts of a document stand in each other. */
const PARTS = ['stack', 'columns', 'ul', 'ol'] as const

/** All texts of a document that need more than Roboto. */
export function furtherTexts(content: unknown): string[] {
  const found: string[] = []
  fitContent(content, text => {
    found.push(text)
    return []
  })
  return found
}

/** A copy of a document in which each text is split into runs of one font; plain texts stay as they are. */
export function fitContent(content: unknown, split: (text: string) => FontRun[]): unknown {
  if (typeof content === 'string') return isPlain(content) ? content : { text: split(content) }
  if (Array.isArray(content)) return content.map(part => fitContent(part, split))
  if (!isNode(content)) return content
  const fitted: Node = { ...content }
  if ('text' in content) fitted.text = fitText(content.text, split)
  for (const name of PARTS) if (name in content) fitted[name] = fitContent(content[name], split)
  if (isNode(content.table)) fitted.table = { ...content.table, body: fitContent(content.table.body, split) }
  return fitted
}

function fitText(text: unknown, split: (text: string) => FontRun[]): unknown {
  if (typeof text === 'string') return isPlain(text) ? text : split(text)
  if (Array.isArray(text)) return text.flatMap(part => fitText(part, split))
  if (!isNode(text)) return text
  const { text: inner, ...style } = text
  const fitted = fitText(inner, split)
  return Array.isArray(fitted) ? fitted.map(run => ({ ...style, ...(isNode(run) ? run : { text: run }) })) : text
}
