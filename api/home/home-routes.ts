import { date, instant, integer, text } from '../../resources/define/fields.ts'
import type { TileCount } from '../../resources/home/tile.ts'
import type { HomeTrends } from '../../resources/home/trends.ts'
import { ageBuckets } from '../../resources/masters/outstanding.ts'
import { answerOf, listOf, maybe, orNull, type Routes } from '../derive/docs/route.ts'

const TAG = 'Home'

/** The numbers of the home page. */
export const homeRoutes: Routes = {
  'GET home': {
    tag: TAG,
    summary: 'How many rows wait in each list on the home page of the caller, how many are late, and since when',
    answer: listOf(
      answerOf<TileCount>({
        name: text(),
        total: integer({ hint: 'At most 10,001' }),
        late: maybe(integer()),
        oldest: maybe(instant({ hint: 'A day in lists that are dated by days' })),
      }),
    ),
  },
  'GET home-trends': {
    tag: TAG,
    summary: 'The figures of the charts on the home page of the caller, by week; null for those they have not',
    answer: answerOf<HomeTrends>({
      orders: orNull(listOf(answerOf({ week: date(), orders: integer() }))),
      deliveries: orNull(listOf(answerOf({ week: date(), delivered: integer(), late: integer() }))),
      outstanding: orNull(
        answerOf({
          total: integer({ hint: 'In paise' }),
          asOn: orNull(date()),
          buckets: answerOf(Object.fromEntries(ageBuckets.map(bucket => [bucket, integer()]))),
        }),
      ),
    }),
  },
}
