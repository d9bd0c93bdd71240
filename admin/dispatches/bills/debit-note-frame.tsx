import { framedBy } from '../../derive/show/framed-by.tsx'
import { debitNoteHeader } from './debit-note-header.ts'

/** A debit note to a transporter: of which bill, how much, and whether its GST came back. */
export default framedBy(debitNoteHeader, ({ id, noteNo }) => ({
  beside: null,
  first: [
    {
      key: 'pdf',
      label: 'Download PDF',
      of: `of debit note ${noteNo}`,
      place: 'beside',
      href: `/api/dispatches/debit-notes/${id}/pdf`,
    },
  ],
}))
