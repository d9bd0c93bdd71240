import { choice, file, reference, text } from '../define/fields.ts'
import { user } from '../settings/user.ts'

/** What a note of a thread has, besides what it is about; `sentFor` is what its files are sent for. */
export const noteFields = <const Sent extends string>(sentFor: Sent) => ({
  authorId: reference(user, {
    audience: 'staff',
    optional: true,
    label: 'By',
    hint: 'Empty for what the portal did',
    hiddenFrom: ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'],
  }),
  authorName: text({ max: 80, label: 'Name', hint: 'The name at that time, for readers without access to logins' }),
  step: text({ max: 40, optional: true, hint: 'The step that was taken with it' }),
  body: text({ audience: 'readers', max: 4000, long: true, label: 'Note' }),
  audience: choice(['SHARED', 'INTERNAL'], { default: 'INTERNAL', label: 'For' }),
  attachmentId: file({ optional: true, sentFor, accept: '.pdf,.png,.jpg', label: 'Photo or file' }),
})
