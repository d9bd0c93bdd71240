import './behaviours.ts'
import { runReportFile } from './mis/exports/write-report-file.ts'

// The thread of a report's file begins here: it has the same behaviours as the server. What it throws is the thread's
// error all the same; the build of the server knows no `await` out here.
void runReportFile()
