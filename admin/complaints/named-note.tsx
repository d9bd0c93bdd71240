import type { ArDispute } from '../../resources/complaints/ar-dispute.ts'

interface Named extends Partial<Pick<ArDispute, 'namedNoteNo' | 'namedNoteText'>> {
  texts: { namedNoteById?: string }
}

/** The credit note that somebody entered and SAP has not confirmed; `meanwhile` says what holds until then. */
export function NamedNote({ row, meanwhile = '' }: { row: Named; meanwhile?: string }) {
  const { namedNoteNo, namedNoteText, texts } = row
  if (!namedNoteNo) return null
  const said = namedNoteText
    ? `Credit note ${namedNoteNo} does not count: ${namedNoteText}.`
    : `Credit note ${namedNoteNo}, entered by ${texts.namedNoteById}, is to be checked: the portal asks SAP again every few minutes.`
  return (
    <p role="status" className="notice-box complaint-notice">
      {said} {meanwhile}
    </p>
  )
}
