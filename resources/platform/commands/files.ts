import { anyOf, command, fileOf } from '../../define/command.ts'
import { choice, integer } from '../../define/fields.ts'
import { maybe } from '../../define/shape.ts'
import { attachment } from '../attachment.ts'
import { senderOf, sentOwners } from '../file-owners.ts'

const room = 'Files'
const { title, fileName, sizeBytes } = attachment.fields

export const sendFile = command('POST attachments', {
  room,
  summary: 'Saves a file that will belong to an order, a document, a contract, an annexure or a banner',
  who: anyOf(...sentOwners.map(senderOf)),
  reads: 'upload',
  body: { ownerType: choice(sentOwners), title: maybe(title) },
  answer: { id: integer({ min: 1 }), title, fileName, sizeBytes },
})

export const downloadFile = command('GET attachments/{id}/file', {
  room,
  summary: 'The file, for readers of the row it belongs to',
  who: 'signed in',
  answer: fileOf('application/octet-stream'),
})
