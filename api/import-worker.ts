import './rooms.ts'
import { runImports } from './derive/import/worker.ts'

// The thread of imports begins here: it has the same behaviours as the server.
runImports()
