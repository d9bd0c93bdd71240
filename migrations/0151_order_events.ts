import type { Knex } from 'knex'
import { createTable, dropIndex } from './ddl.ts'

export { down } from './ddl.ts'

const place = [
  ...['customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'departmentId'],
  ...['zoneId', 'zoneAreaId', 'customerSegmentId', 'clusterCode', 'salesEmployeeId'],
]
  .map(column => `o.${column}`)
  .join(', ')

/** What became of orders, kept beside their facts: when each was first submitted, and how it ended. */
export async function up(db: Knex) {
  await createTable(db, 'order_event_fact', `
    id int not null primary key,
    orderId int not null,
    event varchar(9) not null,
    at varchar(24) not null,
    day varchar(10) not null,
    submittedAt varchar(24),
    customerId int not null,
    soldToId int not null,
    sbuId int not null,
    channelId int not null,
    placedById int not null,
    departmentId int not null,
    zoneId int,
    zoneAreaId int,
    customerSegmentId int,
    clusterCode varchar(10){ci},
    salesEmployeeId int
  `, {
    order_event_fact_orderId: 'orderId',
    order_event_fact_newest: 'at',
    // Whole, so that the counts and hours of a year are read from the index alone.
    order_event_fact_at: 'at, event, sbuId, day, submittedAt',
    order_event_fact_customerId: 'customerId, at',
    order_event_fact_soldToId: 'soldToId, at',
    order_event_fact_salesEmployeeId: 'salesEmployeeId, at',
  })
  await db('order_event_fact').delete()
  const day =
    db.client.driverName === 'mysql2'
      ? "date_format(date_add(str_to_date(left(s.at, 19), '%Y-%m-%dT%H:%i:%s'), interval 330 minute), '%Y-%m-%d')"
      : "strftime('%Y-%m-%d', s.at, '+330 minutes')"
  const first = `select orderId, min(id) as id from order_step where step = 'submit' group by orderId`
  const events: [event: string, id: string, steps: string][] = [
    ['SUBMITTED', 's.id * 2 + 1', first],
    ...['APPROVED', 'REJECTED', 'CANCELLED', 'DEAD'].map((status): [string, string, string] => [
      status,
      's.id * 2',
      `select orderId, max(id) as id from order_step where toStatus = '${status}' group by orderId`,
    ]),
  ]
  for (const [event, id, steps] of events)
    await db.raw(`
      insert into order_event_fact
      select ${id}, s.orderId, '${event}', s.at, ${day}, submitted.at, ${place}
      from (${steps}) happened join order_step s on s.id = happened.id join \`order\` o on o.id = s.orderId
        left join (${first}) submit on submit.orderId = s.orderId left join order_step submitted on submitted.id = submit.id`)
  // Nobody else looked for steps by their time.
  await dropIndex(db, 'order_step', 'order_step_step_at')
}
