import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/** Words that no screen, mail, file or refusal uses, with what to write instead: WORDS.md. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\b(he|she|his|her|him)\b/i, 'they, their'],
  [/\bstands?\b/i, 'is'],
  [/\bputs? (it|them|\w+ values) right\b|\bput right\b/i, 'correct, fix'],
  [/\btold apart\b/i, 'matched'],
  [/\bwants\b/i, 'needs'],
  [/\b(go|goes|going) on\b/i, 'continue'],
  [/\b(half|quarter of) an hour\b/i, '30 minutes'],
  [/\bnobody else\b/i, 'no other person'],
  [/\bin all(?= *([.,;:)]|$))/i, 'in total'],
  [/\b(for|needs?|asks for) a look\b/i, 'review'],
  // SAP’s short dump is an error of its own.
  [/(?<!\berror )\bof (its|their|your|our|his) own(?! \w)/i, 'separate'],
  [/\bmend(s|ed)?\b/i, 'fix'],
  [/\bholes?\b(?!-)/i, 'missing rule'],
  [/\btouch(es)?\b/i, 'affect'],
  [/\bbec[ao]mes? of\b/i, 'result, status'],
  [/\banew\b/i, 'again'],
  [/\brun out\b/i, 'expired'],
  [/\bbrought up to date\b/i, 'updated'],
  [/\bby (itself|themselves)\b/i, 'automatically, separately'],
  [/\balone\b/i, 'only'],
  [/\bbesides\b/i, 'in addition'],
  [/\bword for word\b/i, 'verbatim'],
  [/\bhinder/i, 'reason'],
  [/\b(is|are) gone\b/i, 'deleted, removed'],
  [/\bthe least\b/i, 'the minimum'],
  [/\blook again\b/i, 'check again'],
  [/\bhow far it is\b/i, 'progress'],
  [/\bsomebody\b/i, 'a person, a user, or the passive'],
  [/\bwhoever\b/i, 'the person who, anyone with'],
  [/\bnobody\b/i, 'no approver, no user, not yet'],
  [/\bservice cent(re|er)\b|\bservice agents?\b/i, 'CSC agents, to customers: customer service'],
  [/(?<!\bIT )\badministrators?\b/i, 'IT administrator'],
  [/\bcarriers?\b/i, 'transporter'],
  // The title of a screen.
  [/\bdealers?\b(?! dashboard\b)/i, 'distributor'],
  [/\bchosen\b/i, 'selected'],
  [/^Not now$/, 'Back, Cancel, Close'],
  [/^Entered by\b/, 'Created by'],
  [/\bpassed over\b/i, 'skipped'],
  [/[«»]/, '“ ”'],
  [/^Of (?!course)/, 'a subject: “The zone of the ship-to”'],
  [/^Empty\b/, 'Leave empty for …, or what is there: “None for …”'],
]

/** One thing, one name: what it is not called, and what it is. */
const oneName: readonly (readonly [RegExp, string])[] = [
  [/\barticles?\b/i, 'product'],
  [/\btoll centres?\b/i, 'toll center'],
  [/\blaps(e|es|ed|ing)\b/i, 'expired'],
  [/\b[Dd]ead\b/, 'expired'],
  [/\bconsignments?\b/i, 'LR, to customers: shipment'],
  [/\bCSC (approval|review)\b/i, 'CSC check'],
  [/\bmy approval\b/i, 'discount approval'],
  [/(?<!credit )\blimit approval\b|\bcredit approval\b/i, 'credit limit approval'],
  [/\blog(ged|s|ging)? (in|on)(to)?\b|\blogon\b/i, 'sign in'],
  [/\blog(ged|s|ging)? (off|out)\b|\blogoff\b/i, 'sign out'],
  [/^(SAP order|order|invoice|bill|batch|document|LR) number$/i, 'Order no, LR no: … no'],
  [/(?<!\.)\bpincodes?\b/i, 'PIN code'],
  [/\btrans ?mode\b/i, 'mode of transport'],
  [/\brule gaps?\b|\bgaps? in the rules\b/i, 'missing rule'],
  [/\bLogin Id\b|\buser ?name\b/, 'Login ID'],
  [/\b(contracts?|orders?|complaints?|disputes?) (is|are|was|were|has|have) ended\b/i, 'closed: what is dated ends'],
]

/** Titles of the customer, who knows these screens by them. */
const titles = [
  'Article TransMode wise Freight Price',
  'Map Article to CnF',
  'Dead Orders',
  'Pending For My Approval',
  'Pending For Limit Approval',
  'Pending For CSC Approval',
  'Sending mail after CSC Approval',
]
const exceptTitles = (text: string) => titles.reduce((rest, title) => rest.replaceAll(title, ''), text)

/** A string of the product that somebody may read, and where it is. */
interface StringRead {
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
function stringsRead(any: RegExp): StringRead[] {
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

const either = (list: typeof avoided) => new RegExp(list.map(([words]) => `(?:${words.source})`).join('|'), 'i')
const found = (list: typeof avoided, read = (text: string) => text) =>
  stringsRead(either(list)).flatMap(({ file, text }) =>
    list.flatMap(([words, better]) => (words.test(read(text)) ? [`${file}: “${text}”, better: ${better}`] : [])),
  )

it('screens, mails, files and refusals use none of the words to be avoided', () => {
  expect(found(avoided)).toEqual([])
})

it('one thing has one name on all screens, in mails, files and refusals', () => {
  expect(found(oneName, exceptTitles)).toEqual([])
})

it('the scan reads what people read: sentences of declarations, refusals, templates and text between tags', () => {
  const known = ['Itemwise Orders', 'View access', 'Order {orderNo} received', 'Please sign in', 'Gate pass …']
  const texts = new Set(known.flatMap(one => stringsRead(new RegExp(one.slice(0, 9))).map(({ text }) => text)))
  expect(known.filter(one => !texts.has(one))).toEqual([])
})
