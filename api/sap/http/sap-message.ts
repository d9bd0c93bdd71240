import type { SapWarning } from '../../../resources/sap/warning.ts'
import { readXml, textAt, type XmlNode } from './xml.ts'

/**
 * The warnings in the header `sap-message`, the first and its details: JSON, or XML with `<notification>`. None where the
 * header is absent or says only that it succeeded; one that cannot be read is kept as it came.
 */
export function warningsIn(header: string | null | undefined): SapWarning[] {
  if (!header?.trim()) return []
  const text = inUtf8(header)
  const read = fromJson(text) ?? fromXml(text) ?? [{ code: '', message: text, severity: 'warning', target: null }]
  return read.filter(({ message, severity }) => message !== '' && severity !== 'success')
}

type Named = Record<string, unknown>

function fromJson(text: string): SapWarning[] | null {
  try {
    const read: unknown = JSON.parse(text)
    const first = (Array.isArray(read) ? read : [read]) as Named[]
    return first.flatMap(one => [warningOf(one), ...detailsOf(one).map(warningOf)])
  } catch {
    return null
  }
}

const detailsOf = ({ details }: Named): Named[] => (Array.isArray(details) ? details : [])

const warningOf = ({ code, message, severity, target }: Named): SapWarning => ({
  code: textOf(code),
  message: textOf(message),
  severity: (textOf(severity) || 'warning').toLowerCase(),
  target: textOf(target) || null,
})

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function fromXml(text: string): SapWarning[] | null {
  try {
    return notificationsIn(readXml(text))
  } catch {
    return null
  }
}

/** A notification and those in its details, at whatever depth SAP wrote them. */
function notificationsIn(node: XmlNode): SapWarning[] {
  const own = textAt(node, 'message')
  const below = node.children.flatMap(notificationsIn)
  if (own === '') return below
  const named = { code: textAt(node, 'code'), severity: textAt(node, 'severity'), target: textAt(node, 'target') }
  return [warningOf({ ...named, message: own }), ...below]
}

/** Node reads headers as Latin-1; SAP writes UTF-8. */
function inUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  const isLatin = bytes.toString('latin1') === header
  const text = bytes.toString('utf8')
  return isLatin && !text.includes('\ufffd') ? text : header
}
