import type { Knex } from 'knex'

const FIRMS =
  'Aarti,Bhavani,Chandra,Deccan,Everest,Falcon,Ganga,Himalaya,Indus,Jupiter,Kaveri,Lakshmi,Mahalaxmi,Narmada,Orion,Pioneer,Quality,Rajhans,Sahyadri,Triveni,Unique,Vindhya,Western,Yamuna,Zenith'.split(
    ',',
  )
const TRADES = ['Chemicals', 'Diagnostics', 'Laboratories', 'Pharma', 'Polymers', 'Scientific', 'Speciality', 'Traders']
const AT_ONCE = 200

/** Fills the customers up to this many without any check, as copies of one of the demo company under names of their own. */
export async function fillCustomers(db: Knex, rows: number): Promise<void> {
  const [{ known }] = (await db('customer').count({ known: '*' })) as [{ known: number }]
  const { id: _, ...model } = await db('customer').where({ isActive: 1 }).orderBy('id').first()
  await db.transaction(async trx => {
    for (let start = Number(known); start < rows; start += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, rows - start) }, (_, index) => {
        const n = start + index
        const code = String(2_000_000 + n)
        const name = `${FIRMS[n % FIRMS.length]} ${TRADES[n % TRADES.length]} ${n} Pvt Ltd`
        return { ...model, code, name, naturalKey: code, gstin: null, pan: null, email: null }
      })
      await trx('customer').insert(batch)
    }
  })
}
