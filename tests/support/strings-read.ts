import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A string of the product that somebody may read, and where it is. */
export interface StringRead {
  file: string
  text: string
}

const root = join(import.meta.dirname, '..', '..')
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const SQL = /^\(?\s*(select|insert|update|delete from|create|drop|alter|from|where|and|or|on|case|pragma)\b/i

/**
 * The sentences, labels and words on screens, in mails, files and refusals: literals, templates and text between tags of
 * the product's sources that hold more than one word or begin with a capital, without SQL. Files in whose code `any` is
 * not found are not parsed, which makes it quick.
 */
export function stringsRead(any: RegExp): StringRead[] {
  const files = globSync('{admin,api,resources,seeds}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  return files.flatMap(file => {
    const code = readFileSync(join(root, file), 'utf8')
    if (!any.test(code.replace(COMMENTS, ''))) return []
    return stringsIn(parseSync(file, code).program)
      .map(text => text.replace(/\s+/g, ' ').trim())
      .filter(text => (/[a-z’,:.] /i.test(text) || /^[A-Z][a-z]/.test(text)) && !SQL.test(text))
      .map(text => ({ file, text }))
  })
}

/** The strings under a node of a syntax tree; imports and types are not read. */
function stringsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(stringsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, quasis, expressions, ...parts } = node as Record<string, unknown>
  if (type === 'ImportDeclaration' || type === 'TSLiteralType') return []
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return [value]
  if (type === 'TemplateLiteral') {
    const text = (quasis as { value: { cooked: string } }[]).map(one => one.value.cooked).join('…')
    return [text, ...stringsIn(expressions)]
  }
  return stringsIn([value, quasis, expressions, ...Object.values(parts)])
}
