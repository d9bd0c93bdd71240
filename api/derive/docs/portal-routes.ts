import { choice } from '../../../resources/define/fields.ts'
import { answerOf, anything, type Routes } from './route.ts'

const TAG = 'The portal itself'

/** What the portal tells of itself. */
export const portalRoutes: Routes = {
  'GET health': {
    tag: TAG,
    summary: 'Whether the portal answers and reaches its database, for load balancers',
    answer: answerOf({ status: choice(['ok', 'stopping', 'no database']) }),
    isPublic: true,
  },
  'GET metrics': {
    tag: TAG,
    summary: 'Figures for Prometheus, with its bearer token or on the machine itself',
    media: ['text/plain'],
    refusals: { 401: 'UNAUTHENTICATED: another token than METRICS_TOKEN' },
    isPublic: true,
  },
  'GET openapi.json': {
    tag: TAG,
    summary: 'This document, as far as the caller may read it',
    answer: anything('An OpenAPI 3.1 document'),
  },
  'GET docs': { tag: TAG, summary: 'The lists of this document as a page', media: ['text/html'] },
}
