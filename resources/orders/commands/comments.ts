import { type AnswerOf, type BodyOf, command, may, rowOf } from '../../define/command.ts'
import { integer, text } from '../../define/fields.ts'
import { many, staffOnly } from '../../define/shape.ts'
import { order } from '../order.ts'
import { orderComment } from '../order-comment.ts'

const room = 'Orders'
const who = may(order, 'read')
const id = integer({ min: 1 })
const { body, isInternal } = orderComment.fields

export const writeComment = command('POST order-comments', {
  room,
  summary: 'Writes a comment on an order; people who are mentioned get a notification',
  who,
  idempotent: 'must',
  body: { orderId: id, body, isInternal: staffOnly(isInternal), mentions: many(id, { most: 10, optional: true }) },
  answer: rowOf(orderComment),
})
export type CommentInput = BodyOf<typeof writeComment>

const MOST_FOUND = 8

export const findMentionable = command('GET order-mentions', {
  room,
  summary: 'The people who can be mentioned in a comment on an order',
  who,
  body: { orderId: id, q: text({ max: 80, optional: true, hint: 'Part of the name' }) },
  answer: many({ id, name: text({ max: 80 }) }, { most: MOST_FOUND }),
})
export type Mentionable = AnswerOf<typeof findMentionable>[number]
