import { choice, date, instant, integer, text } from '../../../resources/define/fields.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { Passport } from '../../../resources/dispatches/passport.ts'
import { passportLink, type SharedPassport } from '../../../resources/dispatches/passport-link.ts'
import { type PassportPart, passportKinds } from '../../../resources/dispatches/passport-part.ts'
import { answerOf, bodyOf, listOf, orNull, type Routes } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { trackedAnswer } from '../dispatch-routes.ts'

const TAG = 'Dispatch'
const PDF = ['application/pdf'] as const
const ids = { ids: text({ hint: 'The ids of the LRs with commas between them' }) }
const readsLrs = ({ ability }: Person) => ability.can('read', lr.path)

/** The papers of LRs that other programs may print. */
export const paperRoutes: Routes = {
  'GET lrs/{id}/pdf': {
    tag: TAG,
    summary: 'A copy of the LR as a PDF, with what the person may read of it',
    media: PDF,
    isFor: readsLrs,
  },
  'GET lr-papers/loading-list': {
    tag: TAG,
    summary: 'What is loaded for these LRs, as a PDF',
    query: ids,
    media: PDF,
    isFor: readsLrs,
  },
  'GET lr-papers/labels': {
    tag: TAG,
    summary: 'A label with barcode for each package of these LRs, as a PDF',
    query: ids,
    media: PDF,
    isFor: readsLrs,
  },
  'GET passports/{id}': {
    tag: TAG,
    summary: 'The papers of a dispatch from order to payment that the person may read, and what is missing',
    answer: answerOf<Passport>({
      lrId: integer(),
      lrNo: text(),
      parts: listOf(
        answerOf<PassportPart>({
          kind: choice(Object.keys(passportKinds)),
          no: text(),
          state: text(),
          on: orNull(date()),
          gap: orNull(text({ hint: 'What is missing' })),
          link: orNull(text()),
        }),
      ),
    }),
    isFor: readsLrs,
  },
  'POST passport-links': {
    tag: TAG,
    summary: 'Makes a link that shows a consignment to strangers, as on the public tracking page, for 30 days',
    body: bodyOf({ lrId: integer({ min: 1 }) }),
    answer: answerOf<SharedPassport>({ path: text({ hint: 'Shown once' }), expiresAt: instant() }),
    isFor: ({ ability }) => ability.can('create', passportLink.path),
  },
  'POST passport-pages': {
    tag: TAG,
    summary: 'The consignment that a link shows',
    body: bodyOf({ token: text({ max: 22, hint: 'The secret part of the link' }) }),
    answer: trackedAnswer,
    refusals: {
      404: 'NOT_FOUND: the link is wrong, was revoked, or has expired',
      429: 'TOO_MANY: thirty wrong links in ten minutes',
    },
    isPublic: true,
  },
}
