import { readConfig } from './api/platform/config.ts'
import { databaseConfig } from './api/platform/database.ts'
import { migrationFiles } from './api/platform/migrate.ts'

// For Knex's own commands on the configured database; the product brings itself up to date (`npm run migrate`).
export default {
  ...databaseConfig(readConfig(process.env).databaseUrl),
  migrations: { migrationSource: migrationFiles },
}
