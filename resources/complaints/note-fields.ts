import { choice, file, integer, reference, text } from '../define/fields.ts'
import { many } from '../define/shape.ts'
import { user } from '../settings/user.ts'

/** The most people that a note names, and the most files of a new complaint or dispute. */
const MOST_MENTIONS = 10
const MOST_FILES = 6
const id = integer({ min: 1 })

/** What is sent with a note besides what it is about. */
export const sentNote = ({ body, audience, attachmentId }: ReturnType<typeof noteFields>) => ({
  body,
  audience,
  attachmentId,
  mentions: many(id, { most: MOST_MENTIONS, optional: true }),
})

/** The files that are sent with a new complaint or dispute. */
export const sentFiles = many(id, { most: MOST_FILES, optional: true })

/** What a note of a thread has, besides what it is about; `sentFor` is what its files are sent for. */
export const noteFields = <const Sent extends string>(sentFor: Sent) => ({
  authorId: reference(user, {
    audience: 'staff',
    optional: true,
    label: 'By',
    hint: 'None for what the portal did itself',
    hiddenFrom: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
  }),
  authorName: text({ max: 80, label: 'Name', hint: 'The name at that time, for readers without access to logins' }),
  step: text({ max: 40, optional: true, hint: 'The step that was taken with it' }),
  body: text({ audience: 'readers', max: 4000, long: true, label: 'Note' }),
  audience: choice(['SHARED', 'INTERNAL'], { default: 'INTERNAL', label: 'For' }),
  attachmentId: file({ optional: true, sentFor, accept: '.pdf,.png,.jpg', label: 'Photo or file' }),
})
