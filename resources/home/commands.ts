import { type AnswerOf, command, may } from '../define/command.ts'
import { choice, date, flag, instant, integer, money, text } from '../define/fields.ts'
import { about, group, many, maybe, type Read } from '../define/shape.ts'
import { owed } from '../masters/outstanding.ts'
import { paymentCapture } from '../payments/money/payment-capture.ts'
import { accountFigureNames, totalFigureNames } from './money-figures.ts'
import { MOST_WORK } from './tile.ts'
import { tiles } from './tiles.ts'
import { TREND_WEEKS } from './trends.ts'

const room = 'Home'
const count = integer({ min: 0 })

const tileCount = {
  name: text(),
  total: about('At most 10,001', count),
  late: maybe(about('Null where nothing of the list is late', count)),
  oldest: maybe(instant({ hint: 'A day in lists that are dated by days; null where counting stopped' })),
  work: maybe(about('Those of its rows that are work of the caller; null where it is only a figure', count)),
  noun: maybe(text({ hint: 'The line of the side bar that counts them' })),
}
export type TileCount = Read<typeof tileCount>

export const countTiles = command('GET home', {
  room,
  summary: 'How many rows wait in each list on the home page of the caller, how many are late, and since when',
  who: 'signed in',
  answer: many(tileCount, { most: tiles.length }),
})

const weekly = { most: TREND_WEEKS, optional: true } as const

export const showTrends = command('GET home-trends', {
  room,
  summary: 'The figures of the charts on the home page of the caller, by week; null for those they have not',
  who: 'signed in',
  answer: {
    orders: many({ week: about('Its Monday', date()), orders: count }, weekly),
    deliveries: many(
      { week: about('Its Monday', date()), due: about('By the day promised first', count), late: count },
      weekly,
    ),
    outstanding: group(owed, { optional: true }),
  },
})
export type HomeTrends = AnswerOf<typeof showTrends>

const figure = { rows: count, amount: money() }

export const showMoneyFigures = command('GET home-money', {
  room,
  summary:
    'What gateways took yesterday and today and have not passed on, by account; what is on account, to decide, on its way back, and which TDS certificates are missing',
  who: may(paymentCapture, 'approve'),
  answer: {
    accounts: many(
      {
        accountId: about('Of the payment account', integer({ min: 1 })),
        code: text({ max: 10 }),
        figures: many({ name: choice(accountFigureNames), ...figure }, { most: accountFigureNames.length }),
      },
      { most: 1_000 },
    ),
    totals: many({ name: choice(totalFigureNames), ...figure }, { most: totalFigureNames.length }),
  },
})
export type MoneyFigures = AnswerOf<typeof showMoneyFigures>

const workItem = {
  kind: text({ hint: 'The name of its list, as the home page counts it' }),
  id: about('Of the row; 0 where the whole list is one piece of work', count),
  who: text(),
  key: text(),
  why: text(),
  amount: money({ optional: true }),
  due: text({ max: 24, optional: true, hint: 'A day, or an instant' }),
  opens: text({ optional: true, hint: 'The address where it is done, where that is not the page of the record' }),
  isLate: flag(),
  isWithSecond: flag({ hint: 'The caller proposed it, and another person decides' }),
}
export type WorkItem = Read<typeof workItem>

export const showMyWork = command('GET my-work', {
  room,
  summary:
    'What the caller has to do next, the most urgent first: the first rows of each list, and how many wait in each',
  who: 'signed in',
  answer: {
    items: many(workItem, { most: MOST_WORK * tiles.length }),
    lists: many({ kind: text(), total: count }, { most: tiles.length }),
  },
})
export type MyWork = AnswerOf<typeof showMyWork>
