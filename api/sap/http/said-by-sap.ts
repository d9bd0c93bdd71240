import { nodeAt, readXml, textAt, type XmlNode } from './xml.ts'

/** Why SAP refuses something, in its own words. */
export interface SaidBySap {
  /** Such as `V1/384`; empty where SAP gives none. */
  code: string
  message: string
}

interface Detail {
  code: string
  message: string
  severity: string
  /** The field that it is about, as SAP writes it: `Material`, or `to_Item(SalesOrder='',SalesOrderItem='10')/Material`. */
  place: string
}

interface Said {
  code: string
  message: string
  details: Detail[]
}

/** The most characters of SAP's own words in a sentence. */
const MOST = 300

/**
 * What SAP says in an answer that is an error: in JSON, in XML though JSON was asked for, or as a SOAP fault. The first
 * detail of severity error counts, since the summary often says only that something failed; the field it is about is
 * named. Null where the text is no error of SAP.
 */
export function saidBySap(body: string): SaidBySap | null {
  const said = saidInJson(body) ?? saidInXml(body)
  if (!said) return null
  const first = said.details.find(({ severity, message }) => severity === 'error' && message !== '')
  const message = first ? withField(first) : said.message
  return message === '' ? null : { code: first?.code || said.code, message: message.slice(0, MOST) }
}

function saidInJson(body: string): Said | null {
  try {
    const { error } = JSON.parse(body)
    const details: Record<string, unknown>[] = error.innererror?.errordetails ?? []
    return {
      code: textOf(error.code),
      message: textOf(error.message?.value ?? error.message),
      details: details.map(one => ({
        code: textOf(one.code),
        message: textOf(one.message),
        severity: textOf(one.severity),
        place: textOf(one.propertyref) || textOf(one.target),
      })),
    }
  } catch {
    return null
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function saidInXml(body: string): Said | null {
  if (!/^\s*</.test(body)) return null
  try {
    const root = readXml(body)
    const fault = nodeAt(root, 'Body', 'Fault')
    if (fault) return { code: '', message: faultWords(fault), details: [] }
    return root.name === 'error' ? errorIn(root) : null
  } catch {
    return null
  }
}

function errorIn(root: XmlNode): Said {
  const details = nodeAt(root, 'innererror', 'errordetails')?.children ?? []
  return {
    code: textAt(root, 'code'),
    message: textAt(root, 'message'),
    details: details.map(one => ({
      code: textAt(one, 'code'),
      message: textAt(one, 'message'),
      severity: textAt(one, 'severity'),
      place: textAt(one, 'propertyref') || textAt(one, 'target'),
    })),
  }
}

/** The words of a SOAP fault (1.1 or 1.2): its reason, then its detail, in at most 300 characters. */
export function faultWords(fault: XmlNode): string {
  const reason = textAt(fault, 'faultstring') || textAt(fault, 'Reason', 'Text')
  const detail = textBelow(nodeAt(fault, 'detail') ?? nodeAt(fault, 'Detail'))
  const words = detail === '' || reason.includes(detail) ? reason : `${reason.replace(/[.:\s]+$/, '')}: ${detail}`
  return words.slice(0, MOST)
}

function textBelow(node: XmlNode | undefined): string {
  if (!node) return ''
  const parts = [node.text, ...node.children.map(textBelow)]
  return parts
    .map(part => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ')
}

/** A message with the field that it is about, where it does not name it itself. */
function withField({ message, place }: Detail): string {
  const field = /^(?:.*\/)?([A-Za-z]\w*)$/.exec(place)?.[1]
  if (!field || message.includes(field)) return message
  const item = /Item='?0*([1-9]\d*)/.exec(place)?.[1]
  return `${message.replace(/[.\s]+$/, '')}: ${field}${item ? ` of item ${item}` : ''}.`
}
