import { logs } from '../access.ts'
import { choice, integer, json, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** The answer once given to a request, so that the same request again has the same effect and the same answer. */
export const idempotencyKey = record({
  path: 'idempotency-keys',
  name: 'idempotency-key',
  title: 'Idempotency Keys',
  purpose: 'The requests that carried an Idempotency-Key, and the answer each got.',
  fields: {
    userId: reference(user),
    key: text({ max: 80 }),
    command: text({ max: 120, hint: 'What was asked for, such as orders.create' }),
    bodySha256: text({ max: 64, label: 'SHA-256 of the body' }),
    status: choice(['RUNNING', 'DONE'], { default: 'RUNNING' }),
    httpStatus: integer({ optional: true, label: 'HTTP status' }),
    response: json({ optional: true, secret: true }),
  },
  key: ['userId', 'key'],
  display: ['key'],
  list: ['userId', 'key', 'command', 'status', 'httpStatus'],
  sort: ['-id'],
  access: logs,
})
