import { coaBatch } from '../../resources/coa/coa-batch.ts'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import type { CertifiedBatch, FoundCertificate, SearchChallenge } from '../../resources/coa/found-certificate.ts'
import { date, integer, text } from '../../resources/define/fields.ts'
import { answerOf, bodyOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'

const TAG = 'Certificates'
const PDF = ['application/pdf'] as const
const reads = ({ ability }: Person) => ability.can('read', coaDocument.path)

const goods = {
  invoiceNo: text({ optional: true, hint: 'Or one of the others' }),
  invoiceId: integer({ optional: true }),
  orderId: integer({ optional: true }),
  lrId: integer({ optional: true }),
  stockLevelId: integer({ optional: true }),
  complaintId: integer({ optional: true }),
}

/** How certificates of analysis come to the portal, and how they are found. */
export const coaRoutes: Routes = {
  'POST coa-batches': {
    tag: TAG,
    summary: 'Takes many certificates, as PDFs or zips, which are then read in the background',
    isUpload: true,
    body: bodyOf({}),
    answer: answerOf({ id: integer(), fileName: text(), status: coaBatch.fields.status }),
    isFor: ({ ability }) => ability.can('create', coaBatch.path),
  },
  'POST coa-searches': {
    tag: TAG,
    summary: 'The active certificate of a batch, for readers who know product code and batch number',
    body: bodyOf({
      product: text({ max: 40, hint: 'The code of the product' }),
      batchNo: text({ max: 10 }),
      challenge: text({ optional: true, hint: 'After several misses: of POST coa-challenges' }),
      solution: text({ max: 20, optional: true }),
    }),
    answer: answerOf<FoundCertificate>({
      product: text(),
      batchNo: text(),
      version: integer(),
      expiryDate: orNull(date()),
      link: text({ hint: 'Ends after five minutes for who is not signed in' }),
    }),
    refusals: {
      404: 'NOT_FOUND: the same for absent, withdrawn, and only for who bought the goods',
      422: 'CHALLENGE: after three misses a challenge must be solved first',
      429: 'TOO_MANY: ten searches in ten minutes from one address',
    },
    isPublic: true,
  },
  'POST coa-challenges': {
    tag: TAG,
    summary: 'A challenge of the search: find a solution for which SHA-256 of challenge:solution begins with zero bits',
    body: bodyOf({}),
    answer: answerOf<SearchChallenge>({ challenge: text(), bits: integer() }),
    isPublic: true,
  },
  'GET coa-links/{token}': {
    tag: TAG,
    summary: 'The certificate of a link of the public search, for five minutes',
    media: PDF,
    isPublic: true,
  },
  'GET coa/certificates/{id}/file': { tag: TAG, summary: 'The certificate as a PDF', media: PDF, isFor: reads },
  'GET coa-goods': {
    tag: TAG,
    summary: 'The batches of an invoice, an order, an LR, a stock level or a complaint, each with its certificate',
    query: goods,
    answer: listOf(
      answerOf<CertifiedBatch>({
        productId: integer(),
        product: text(),
        batchNo: text(),
        certificateId: orNull(integer()),
        coaNo: orNull(text()),
      }),
    ),
    isFor: reads,
  },
  'GET coa-zip': {
    tag: TAG,
    summary: 'The certificates of an invoice, an order or an LR as a zip',
    query: goods,
    media: ['application/zip'],
    isFor: reads,
  },
}
