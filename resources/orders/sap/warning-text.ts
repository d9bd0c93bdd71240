import type { SapWarning } from '../../sap/warning.ts'

/** A warning of SAP as a sentence, with the field that it is about where it does not name it. */
export function warningText({ message, target }: Pick<SapWarning, 'message' | 'target'>): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`
  const field = /^(?:.*\/)?([A-Za-z]\w*)$/.exec(target ?? '')?.[1]
  return field && !message.includes(field) ? `${sentence.slice(0, -1)} (${field}).` : sentence
}
