import { command, fileOf } from '../../define/command.ts'
import { choice } from '../../define/fields.ts'
import { open } from '../../define/shape.ts'

const room = 'The portal itself'

export const showHealth = command('GET health', {
  room,
  summary: 'Whether the portal answers and reaches its database, for load balancers',
  who: 'public',
  reads: 'query',
  answer: { status: choice(['ok', 'disk full', 'stopping', 'no database']) },
})

export const showMetrics = command('GET metrics', {
  room,
  summary: 'Figures for Prometheus, with its bearer token or on the machine itself',
  who: 'public',
  answer: fileOf('text/plain'),
  refusals: { UNAUTHENTICATED: [401, 'another token than METRICS_TOKEN'] },
})

export const describeApi = command('GET openapi.json', {
  room,
  summary: 'This document, as far as the caller may read it',
  who: 'signed in',
  reads: 'query',
  answer: open('An OpenAPI 3.1 document'),
})

export const describeLists = command('GET docs', {
  room,
  summary: 'The lists of this document as a page',
  who: 'signed in',
  answer: fileOf('text/html'),
})
