import { createHash } from 'node:crypto'

/**
 * The shapes of a statement: what it asks, without its values, how many there are of them, and names that were made up.
 * Each select within it is a shape of its own, since rights and reports put theirs together in ever new ways.
 */
export function shapesOf(sql: string): string[] {
  const blocks: string[] = []
  const outer = withoutSelects(withoutValues(sql), blocks)
  return [...new Set([outer, ...blocks].flatMap(block => block.split(/ union (?:all )?/)).map(collapsed))]
}

/** A short name of a shape. */
export function hashOf(shape: string): string {
  return createHash('sha1').update(shape).digest('base64url').slice(0, 10)
}

function withoutValues(sql: string): string {
  return sql
    .replace(/'(?:[^'\\]|\\.|'')*'/g, '?')
    .replace(/\btest_[0-9a-f]{32}\b/g, 'test')
    .replace(/\d+(?:\.\d+)?/g, '#')
    .replace(/\s+/g, ' ')
    .replace(/(?<![`\w])(?:#|default|null|true|false)(?![`\w])/gi, '?')
    .trim()
    .toLowerCase()
}

// Puts each select in brackets into `blocks`, the selects within it before it, and leaves a word in its place.
function withoutSelects(text: string, blocks: string[]): string {
  const open: string[] = ['']
  for (const part of text.split(/([()])/)) {
    if (part === '(') open.push('')
    else if (part !== ')' || open.length === 1) open.push(open.pop() + part)
    else {
      const inner = open.pop()!
      const isSelect = /^(?:select|with) /.test(inner)
      if (isSelect) blocks.push(inner)
      open.push(open.pop() + (isSelect ? '{select}' : `(${inner})`))
    }
  }
  return open.join('(')
}

const COLUMN = '(?:`[^`]+`\\.)?`[^`]+`'
const listOf = (one: string) => new RegExp(`${one}(?:, ?${one})+`, 'g')

const LISTS: readonly [RegExp, string][] = [
  [listOf(`${COLUMN}(?: as \`[^\`]+\`)?`), '{columns}'],
  [listOf(`${COLUMN} = \\?`), '{changes}'],
  [/\?(?:, ?\?)+/g, '?'],
  [/\(\?\)(?:, ?\(\?\))*/g, '{?}'],
  [/\(\(([^()]*)\)\)/g, '($1)'],
  [/(when (?:(?!when ).){1,120} then \S+ )\1+/g, '$1'],
  [/(?<=[ (])(\S+(?: \S+){0,4}) (?:or|and) \1(?=[ )]|$)/g, '$1'],
]

// What is said once for each value or plain column, in any of these ways, is one shape whatever their number: which columns
// a statement names, it owes to rights and layouts.
function collapsed(block: string): string {
  let text = block
  for (let before = ''; before !== text; ) {
    before = text
    for (const [list, one] of LISTS) text = text.replace(list, one)
  }
  return text
}
