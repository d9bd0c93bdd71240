import { choice, flag, integer, text } from '../../resources/define/fields.ts'
import { type OptOutLink, type OptOutRequest, optOutTopics } from '../../resources/opt-out-topics.ts'
import { banner } from '../../resources/shipment-tracking/banner.ts'
import { answerOf, bodyOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'

const MAILS = 'Opting out of mails'
const BANNERS = 'Banners'

const token = text({ max: 400, hint: 'The secret part of the link' })
const topic = choice(optOutTopics)
const request = { address: text(), topic }
const LINK_REFUSALS = {
  404: 'NOT_FOUND: the link is not one of ours',
  429: 'TOO_MANY: thirty wrong links in ten minutes',
}

/** Banners, and how a receiver ends the mails to them; both without a sign-in. */
export const trackingRoutes: Routes = {
  'GET banners': {
    tag: BANNERS,
    summary: 'The banners that run now in a place, for everybody or for the audience of the caller',
    query: { placement: banner.fields.placement },
    answer: listOf(answerOf({ id: integer(), title: text(), linkUrl: orNull(text()) })),
    isPublic: true,
  },
  'GET banners/{id}/picture': {
    tag: BANNERS,
    summary: 'The picture of a banner that runs now',
    media: ['image/png', 'image/jpeg'],
    isPublic: true,
  },
  'POST opt-out-mails': {
    tag: MAILS,
    summary: 'Mails a link that ends mails about a topic; the answer is the same for everybody',
    body: bodyOf({ email: text({ max: 254, format: 'email' }), topic }),
    answer: answerOf({ message: text() }),
    refusals: { 429: 'TOO_MANY: ten requests in an hour, or three a day for an address' },
    isPublic: true,
  },
  'POST opt-out-links': {
    tag: MAILS,
    summary: 'What a link would end',
    body: bodyOf({ token }),
    answer: answerOf<OptOutLink>({ ...request, isOut: flag() }),
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
  'POST opt-outs': {
    tag: MAILS,
    summary: 'Ends the mails that a link names',
    body: bodyOf({ token }),
    answer: answerOf<OptOutRequest>(request),
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
  'GET unsubscribe': {
    tag: MAILS,
    summary: 'Leads people to the page of their link and changes nothing',
    query: { token },
    status: 302,
    isPublic: true,
  },
  'POST unsubscribe': {
    tag: MAILS,
    summary: 'The same as opt-outs, for mail programs (RFC 8058)',
    query: { token },
    status: 200,
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
}
