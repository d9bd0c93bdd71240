import { subjects } from './registry.ts'
import { validateRegistry } from './validate-registry.ts'

// Whoever imports this has declarations that hold together; a browser gets what the server has checked.
const problems = validateRegistry(subjects)
if (problems.length > 0) throw new Error(`The declarations do not hold together:\n${problems.join('\n')}`)
