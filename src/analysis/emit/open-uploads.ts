// Tracks the open multipart uploads of all threads of a run: a terminated worker cannot abort its uploads, and a bucket stores (and
// bills) the parts of an upload that is neither completed nor aborted.
import { BroadcastChannel } from 'node:worker_threads';
import type { OpenUpload } from '../../input/destination/index.ts';

interface UploadNote {
  upload: OpenUpload;
  isOpen: boolean;
}

const channels = new Map<string, BroadcastChannel>();

/** Announces the start or the end of an upload to the main thread of the run. */
export function announceUpload(run: string, upload: OpenUpload, isOpen: boolean): void {
  channelOf(run).postMessage({ upload, isOpen } satisfies UploadNote);
}

/** The open uploads of a run, in its main thread. */
export interface OpenUploads {
  /** Returns the open uploads. */
  all(): OpenUpload[];
  close(): void;
}

/** Starts tracking. Call it before any thread of the run writes. */
export function trackUploads(run: string): OpenUploads {
  const open = new Map<string, OpenUpload>();
  const channel = openChannel(run);
  channel.onmessage = ({ data }) => {
    const { upload, isOpen } = data as UploadNote;
    if (isOpen) open.set(upload.uploadId, upload);
    else open.delete(upload.uploadId);
  };
  return {
    all: () => [...open.values()],
    close: () => {
      channel.close();
      channels.get(run)?.close();
      channels.delete(run);
    },
  };
}

function channelOf(run: string): BroadcastChannel {
  const channel = channels.get(run) ?? openChannel(run);
  channels.set(run, channel);
  return channel;
}

/** Opens the channel of a run. The channel does not keep its thread alive. */
function openChannel(run: string): BroadcastChannel {
  const channel = new BroadcastChannel(`headgate-emit-${run}`);
  channel.unref();
  return channel;
}
