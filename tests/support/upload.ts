const boundary = 'drivedesk-test-boundary';

/** Returns a multipart request with a file in the part `file`, for `call(method, url, undefined, fileUpload(…))`. */
export const fileUpload = (name: string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  payload: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
});
