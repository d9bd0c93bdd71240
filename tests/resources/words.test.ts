import { expect, it } from 'vitest'
import { stringsRead } from '../support/strings-read.ts'

/** Words that no screen, mail, file or refusal uses, with what to write instead: CONTRIBUTING.md, Write for people. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\b(he|she|his|her|him)\b/i, 'they, their'],
  [/\bstands?\b/i, 'is'],
  [/\bputs? (it|them|\w+ values) right\b|\bput right\b/i, 'correct, fix'],
  [/\btold apart\b/i, 'matched'],
  [/\bwants\b/i, 'needs'],
  [/\b(go|goes|going) on\b/i, 'continue'],
  [/\b(half|quarter of) an hour\b/i, '30 minutes'],
  [/\bnobody else\b/i, 'no other person'],
  [/\bin all(?= *([.,;:)]|$))/i, 'in total'],
  [/\b(for|needs?|asks for) a look\b/i, 'review'],
  [/\bof (its|their|your|our|his) own(?! \w)/i, 'separate'],
  [/\bmend(s|ed)?\b/i, 'fix'],
  [/\bholes?\b(?!-)/i, 'missing rule'],
  [/\btouch(es)?\b/i, 'affect'],
  [/\bbec[ao]mes? of\b/i, 'result, status'],
  [/\banew\b/i, 'again'],
  [/\brun out\b/i, 'expired'],
  [/\bbrought up to date\b/i, 'updated'],
  [/\bby (itself|themselves)\b/i, 'automatically, separately'],
  [/\balone\b/i, 'only'],
  [/\bbesides\b/i, 'in addition'],
  [/\bword for word\b/i, 'verbatim'],
  [/\bhinder/i, 'reason'],
  [/\b(is|are) gone\b/i, 'deleted, removed'],
  [/\bthe least\b/i, 'the minimum'],
  [/\blook again\b/i, 'check again'],
  [/\bhow far it is\b/i, 'progress'],
]

const any = new RegExp(avoided.map(([words]) => `(?:${words.source})`).join('|'), 'i')

it('screens, mails, files and refusals use none of the words to be avoided', () => {
  const found = stringsRead(any).flatMap(({ file, text }) =>
    avoided.flatMap(([words, better]) => (words.test(text) ? [`${file}: «${text}», better: ${better}`] : [])),
  )
  expect(found).toEqual([])
})

it('the scan reads what people read: sentences of declarations, refusals, templates and text between tags', () => {
  const known = ['Itemwise Orders', 'View access', 'Order {orderNo} received', 'Please sign in', 'Gate pass …']
  const texts = new Set(known.flatMap(one => stringsRead(new RegExp(one.slice(0, 9))).map(({ text }) => text)))
  expect(known.filter(one => !texts.has(one))).toEqual([])
})
