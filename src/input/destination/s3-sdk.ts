// Loads the official S3 SDK on use: most commands need no bucket, and an installation may lack it.
import { optionalPackage } from '../../base/index.ts';

/** The SDK. */
export type S3Sdk = typeof import('@aws-sdk/client-s3');

/** Loads the SDK. @throws HeadgateError `no-package` if it is not installed */
export function loadS3Sdk(): Promise<S3Sdk> {
  return optionalPackage('@aws-sdk/client-s3', 'use a bucket with the S3 API', () => import('@aws-sdk/client-s3'));
}
