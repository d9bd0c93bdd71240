import { choice, integer, text } from '../../resources/define/fields.ts'
import { answerOf, bodyOf, type Routes } from '../derive/docs/route.ts'
import { maySendFiles, ownerTypes } from './attachments.ts'

const TAG = 'Files'

/** How files come to rows, and how they are read. */
export const fileRoutes: Routes = {
  'POST attachments': {
    tag: TAG,
    summary: 'Saves a file that will belong to an order, a document, a contract, an annexure or a banner',
    isUpload: true,
    body: bodyOf({ ownerType: choice(ownerTypes), title: text({ max: 120, optional: true }) }),
    answer: answerOf({ id: integer(), title: text(), fileName: text(), sizeBytes: integer() }),
    isFor: person => maySendFiles(person),
  },
  'GET attachments/{id}/file': {
    tag: TAG,
    summary: 'The file, for readers of the row it belongs to',
    media: ['application/octet-stream'],
  },
}
