import { type AnswerOf, command, fileOf } from '../../define/command.ts'
import { integer } from '../../define/fields.ts'
import { many } from '../../define/shape.ts'
import { banner } from '../banner.ts'

const id = integer({ min: 1 })
const banners = 'Banners'
const { placement, title, linkUrl } = banner.fields

export const showBanners = command('GET banners', {
  room: banners,
  summary: 'The banners that run now in a place, for everybody or for the audience of the caller',
  who: 'public',
  // All of an office come from one address, and each page asks.
  limit: { tries: 3_000, seconds: 60 },
  body: { placement },
  answer: many({ id, title, linkUrl }, { most: 5 }),
})
export type RunningBanner = AnswerOf<typeof showBanners>[number]

export const showBannerPicture = command('GET banners/{id}/picture', {
  room: banners,
  summary: 'The picture of a banner that runs now',
  who: 'public',
  answer: fileOf('image/png', 'image/jpeg'),
})
