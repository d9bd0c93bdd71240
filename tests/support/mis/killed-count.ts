import { setTimeout } from 'node:timers/promises'
import '../../../api/rooms.ts'
import { countSome } from '../../../api/mis/facts/count-anew.ts'
import { openDatabase } from '../../../api/platform/database.ts'

// A process that counts the facts of the database of its first argument, one document at a time, says so each time, and is killed meanwhile.

const db = openDatabase(process.argv[2]!)
while (await countSome(db, 1)) {
  console.log('some')
  await setTimeout(500)
}
console.log('all')
