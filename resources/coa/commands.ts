import { type AnswerOf, type BodyOf, command, fileOf, may } from '../define/command.ts'
import { integer, text } from '../define/fields.ts'
import { many, maybe } from '../define/shape.ts'
import { coaBatch } from './coa-batch.ts'
import { coaDocument } from './coa-document.ts'

const room = 'Certificates'
const id = integer({ min: 1 })
const reader = may(coaDocument, 'read')
const { fileName, status } = coaBatch.fields
const { batchNo, version, expiryDate, coaNo } = coaDocument.fields

export const sendCertificates = command('POST coa-batches', {
  room,
  summary: 'Takes many certificates, as PDFs or zips, which are then read in the background',
  who: may(coaBatch, 'create'),
  reads: 'upload',
  answer: { id, fileName, status },
})

/** Searches and challenges are counted by themselves as well, with what they find. */
const searches = { tries: 600, seconds: 600 }

export const searchCertificate = command('POST coa-searches', {
  room,
  summary: 'The active certificate of a batch, for readers who know product code and batch number',
  who: 'public',
  does: 'reads',
  limit: searches,
  body: {
    product: text({ max: 40, format: 'reference', label: 'Product code', hint: 'On the label and the invoice' }),
    batchNo,
    challenge: text({ optional: true, hint: 'The answer to POST coa-challenges, needed after several misses' }),
    solution: text({ max: 20, optional: true }),
  },
  answer: {
    product: text({ hint: 'Its code and name' }),
    batchNo,
    version,
    expiryDate: maybe(expiryDate),
    link: text({ hint: 'Ends after five minutes for who is not signed in' }),
  },
  refusals: {
    NOT_FOUND: [404, 'the same for absent, withdrawn, and only for who bought the goods'],
    CHALLENGE: [422, 'after three misses a challenge must be solved first'],
    RATE_LIMITED: [429, 'ten searches in ten minutes from one address'],
  },
})
export type CertificateSearch = BodyOf<typeof searchCertificate>
export type FoundCertificate = AnswerOf<typeof searchCertificate>

export const makeChallenge = command('POST coa-challenges', {
  room,
  summary: 'A challenge of the search: find a solution for which SHA-256 of challenge:solution begins with zero bits',
  who: 'public',
  does: 'reads',
  limit: searches,
  answer: { challenge: text(), bits: integer({ min: 1, max: 256, hint: 'How many of the first bits are zero' }) },
})
export type SearchChallenge = AnswerOf<typeof makeChallenge>

export const openCertificateLink = command('GET coa-links/{token}', {
  room,
  summary: 'The certificate of a link of the public search, for five minutes',
  who: 'public',
  answer: fileOf('application/pdf'),
})

export const openCertificate = command('GET coa/certificates/{id}/file', {
  room,
  summary: 'The certificate as a PDF',
  who: reader,
  answer: fileOf('application/pdf'),
})

/** By what the batches of goods are asked for: by one of these. */
const goods = {
  invoiceNo: text({ optional: true, hint: 'Leave empty for any other' }),
  invoiceId: maybe(id),
  orderId: maybe(id),
  lrId: maybe(id),
  stockLevelId: maybe(id),
  complaintId: maybe(id),
}

export const showCertifiedGoods = command('GET coa-goods', {
  room,
  summary: 'The batches of an invoice, an order, an LR, a stock level or a complaint, each with its certificate',
  who: reader,
  body: goods,
  answer: many(
    {
      productId: id,
      product: text({ hint: 'Its code and name' }),
      batchNo,
      certificateId: maybe(id),
      coaNo: maybe(coaNo),
    },
    { most: 500 },
  ),
})
export type Goods = BodyOf<typeof showCertifiedGoods>
export type CertifiedBatch = AnswerOf<typeof showCertifiedGoods>[number]

export const packCertificates = command('GET coa-zip', {
  room,
  summary: 'The certificates of an invoice, an order or an LR as a zip',
  who: reader,
  body: goods,
  answer: fileOf('application/zip'),
})
