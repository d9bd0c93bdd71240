// The configuration of the peer: the products that the bare handler answers, without sign-in, rights or history. It is
// copied into the folder where `keystone.ts` installs the packages it imports.
import { config, list } from '@keystone-6/core'
import { allowAll } from '@keystone-6/core/access'
import { checkbox, integer, relationship, text } from '@keystone-6/core/fields'
import { PrismaLibSql } from '@prisma/adapter-libsql'

const master = fields => list({ access: allowAll, fields })

export default config({
  db: {
    provider: 'sqlite',
    idField: { kind: 'autoincrement' },
    prismaClientOptions: () => ({ adapter: new PrismaLibSql({ url: process.env.DATABASE_URL }) }),
    // As durable as the others.
    onConnect: async ({ prisma }) => {
      await prisma.$queryRawUnsafe('PRAGMA synchronous=FULL')
      await prisma.$queryRawUnsafe('PRAGMA cache_size=-32000')
    },
  },
  telemetry: false,
  ui: { isDisabled: true },
  graphql: { playground: false, debug: false },
  lists: {
    Product: master({
      code: text({ isIndexed: 'unique' }),
      name: text({ isIndexed: true }),
      shortText: text(),
      division: text(),
      uom: text(),
      packSize: text(),
      packQty: integer(),
      minOrderQty: integer(),
      maxOrderQty: integer(),
      grossWeightKg: integer(),
      hsnCode: text({ isIndexed: true }),
      gstRate: integer(),
      casNo: text({ db: { isNullable: true } }),
      storageCondition: text(),
      isOrderable: checkbox(),
      isActive: checkbox(),
      rowVersion: integer(),
      sbu: relationship({ ref: 'Sbu' }),
      mvgr1: relationship({ ref: 'Mvgr' }),
      materialPricingGroup: relationship({ ref: 'MaterialPricingGroup' }),
    }),
    Sbu: master({ name: text() }),
    Mvgr: master({ description: text() }),
    MaterialPricingGroup: master({ code: text() }),
  },
})
